import { useCodeCaches } from '../plugin/launch/code-cache';

useCodeCaches();
// Not imported above: what is loaded before the line above is compiled from its text.
void import('./start');
