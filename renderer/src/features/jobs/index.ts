export { JobsPage } from './JobsPage.tsx';
