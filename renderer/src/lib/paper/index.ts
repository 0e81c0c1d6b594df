export { default as paperClasses } from './Paper.module.css';
export { PaperPage } from './PaperPage.tsx';
