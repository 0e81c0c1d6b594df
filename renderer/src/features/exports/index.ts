export { ExportPage } from './ExportPage.tsx';
