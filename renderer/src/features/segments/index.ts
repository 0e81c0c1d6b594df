export { SegmentsPage } from './SegmentsPage.tsx';
