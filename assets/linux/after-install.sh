#!/bin/sh
set -e

# The sandbox of Chromium uses user namespaces; its own helper needs root where the kernel offers none.
sandbox='/opt/${sanitizedProductName}/chrome-sandbox'
if [ -e "$sandbox" ]; then
  if unshare --user true 2>/dev/null; then chmod 0755 "$sandbox"; else chmod 4755 "$sandbox"; fi
fi

# Ubuntu 24.04 and later allow user namespaces only to programs with a profile.
profile='/opt/${sanitizedProductName}/resources/apparmor-profile'
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" '/etc/apparmor.d/${executable}'
  apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi

exit 0
