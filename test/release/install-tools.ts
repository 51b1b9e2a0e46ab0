import { installTools } from './tools.ts';

// Installs the programs that the checks of a release run; needs root on Debian or Ubuntu.
installTools();
