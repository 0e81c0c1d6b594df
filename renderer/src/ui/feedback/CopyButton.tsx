import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { IconButton } from '../layout/IconButton.tsx';
import { SmallButton } from '../layout/Buttons.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied: "Copy details". */
  readonly label: string;
  /** Only the icon; the label is its name. */
  readonly compact?: boolean;
}

/** Copies a text and says so for two seconds, or that the system did not take it. */
export function CopyButton({ text, label, compact = false }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  const said = clipboard.copied ? 'Copied' : clipboard.error === null ? label : 'Not copied';
  if (compact) return <IconButton label={said} icon={Icon} size={24} onClick={() => clipboard.copy(text)} />;
  return (
    <SmallButton icon={Icon} onClick={() => clipboard.copy(text)}>
      {said}
    </SmallButton>
  );
}
