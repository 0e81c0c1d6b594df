export { RequestLog } from './RequestLog.tsx';
