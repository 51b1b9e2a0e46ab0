import '../src-main/local-service/operations/run-work-item.ts';
import '../src-main/local-service/workers/thread-engine.ts';
import '../src-main/readers/read-functions.ts';

// Process entry: loads what engine and reader processes load and ends. Those are killed, and Node keeps compiled code
// only at a regular exit: without this each of the hundreds that tests start would compile everything again.
