import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { FailureNote, NameDialog } from '../../../ui/index.ts';

interface RenameResultProps {
  readonly result: ExportSummary;
  readonly onClose: () => void;
}

export function RenameResult({ result, onClose }: RenameResultProps) {
  const rename = useChannelMutation('export:rename');
  return (
    <NameDialog
      opened
      title="Rename this result"
      name={result.name}
      confirmLabel="Rename"
      busy={rename.isPending}
      failure={rename.error !== null && <FailureNote failure={rename.error} />}
      onConfirm={(name) => rename.mutate({ exportId: result.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
