import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { NameDialog } from '../../../ui/index.ts';

export function RenameResult({ result, onClose }: { readonly result: ExportSummary; readonly onClose: () => void }) {
  const rename = useChannelMutation('export:rename');
  return (
    <NameDialog
      opened
      title="Rename this result"
      name={result.name}
      confirmLabel="Rename"
      work={rename}
      onConfirm={(name) => rename.mutate({ exportId: result.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
