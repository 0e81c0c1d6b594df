import { showTimesIn } from '../lib/format.ts';

// The zone of the example account: before any spec, as in the page before anything of an account is shown.
showTimesIn('Europe/Copenhagen');
