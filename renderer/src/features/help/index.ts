export { LifeCyclePage } from './LifeCyclePage.tsx';
