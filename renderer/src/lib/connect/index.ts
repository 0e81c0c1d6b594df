export { ConnectForm } from './ConnectForm.tsx';
export { PasswordForm } from './PasswordForm.tsx';
export { TestSteps } from './TestSteps.tsx';
export { useTestSteps } from './use-test-steps.ts';
