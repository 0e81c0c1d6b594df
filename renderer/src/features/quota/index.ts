export { QuotaPage } from './QuotaPage.tsx';
