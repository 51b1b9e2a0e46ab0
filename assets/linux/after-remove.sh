#!/bin/sh
set -e

# An update removes the old package after it has installed the new one: “upgrade” from dpkg, 1 from rpm.
case "$1" in
  upgrade | failed-upgrade | 1) exit 0 ;;
esac

if [ -f '/etc/apparmor.d/${executable}' ]; then
  apparmor_parser --remove '/etc/apparmor.d/${executable}' >/dev/null 2>&1 || true
  rm -f '/etc/apparmor.d/${executable}'
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi

exit 0
