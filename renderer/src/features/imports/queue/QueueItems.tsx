import { Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconArrowDown,
  IconArrowUp,
  IconFileSpreadsheet,
  IconTemplate,
  IconX,
} from '@tabler/icons-react';
import type { DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { endCall, useActiveAccount, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { Changes, IconButton, showFailure, SmallButton, useIsReadOnly } from '../../../ui/index.ts';
import { forgetFile } from './queue-files.ts';
import { checkWords, type DraftCheck, type FileOfQueue } from './queue-model.ts';
import classes from './Queue.module.css';

interface QueuedDraftProps {
  readonly draft: DraftSummary;
  /** Null: not checked as it is now. */
  readonly check: DraftCheck | null;
  readonly isChecking: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onTakeOut: () => void;
}

/** A file of the queue that is a draft. */
export function QueuedDraft({ draft, check, isChecking, isFirst, isLast, onMove, onTakeOut }: QueuedDraftProps) {
  const isReadOnly = useIsReadOnly();
  const { fileName } = draft;
  const state = isChecking ? 'being checked' : check === null ? 'ready to check' : checkWords(check);
  return (
    <li className={classes['item']}>
      <IconFileSpreadsheet size={17} stroke={1.75} aria-hidden />
      <div className="grow">
        <div className="truncate strong" title={fileName}>
          {fileName}
        </div>
        <div className={classes['what']}>
          {format.count(draft.rows, rowForms)}, {state}
        </div>
        <TemplateOffer draft={draft} />
      </div>
      <SmallButton href={placeHref('import', draft.id)} aria-label={`${isReadOnly ? 'Look at' : 'Open'} ${fileName}`}>
        {isReadOnly ? 'Look' : 'Open'}
      </SmallButton>
      <Changes>
        <IconButton
          label={`Send ${fileName} earlier`}
          icon={IconArrowUp}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton label={`Send ${fileName} later`} icon={IconArrowDown} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton label={`Take ${fileName} out of the queue`} icon={IconX} onClick={onTakeOut} />
      </Changes>
    </li>
  );
}

/** The template that knows the file best. Its campaign gives way to that of the queue. */
function TemplateOffer({ draft }: { readonly draft: DraftSummary }) {
  const account = useActiveAccount();
  const { data } = useChannel(
    'template:match',
    { draftId: draft.id },
    { enabled: account !== null && account !== undefined && draft.template === null, staleTime: 0 },
  );
  const use = useChannelMutation('template:use');
  const [match] = data?.matches ?? [];
  if (draft.template !== null) return <div className={classes['what']}>Template “{draft.template.name}” is used</div>;
  if (match === undefined) return null;
  const { id: templateId, name } = match.template;
  const { campaignCode } = draft;
  return (
    <Changes>
      <Button
        size="compact-xs"
        variant="subtle"
        m="2px 0 0 -8px"
        leftSection={<IconTemplate size={13} stroke={1.75} aria-hidden />}
        aria-label={`Use template ${name} for ${draft.fileName}`}
        disabled={use.isPending}
        onClick={() =>
          use.mutate(
            {
              draftId: draft.id,
              from: { templateId },
              ...(campaignCode === '' ? {} : { replace: { campaignCode } }),
            },
            { onError: (failure) => showFailure(failure, 'The template was not used.') },
          )
        }
      >
        Use template “{name}”
      </Button>
    </Changes>
  );
}

/** A file of the queue that waits, is being read, or cannot be read. */
export function UnreadFile({ file }: { readonly file: FileOfQueue }) {
  const { callId, name, state, bytesRead, bytesTotal, message } = file;
  const isFailed = state === 'failed';
  const Icon = isFailed ? IconAlertOctagon : IconFileSpreadsheet;
  const done = bytesTotal === 0 ? '' : `, ${format.percent(bytesRead, bytesTotal)} of ${format.bytes(bytesTotal)}`;
  return (
    <li className={classes['item']} data-failed={isFailed || undefined}>
      <Icon size={17} stroke={1.75} aria-hidden />
      <div className="grow">
        <div className="truncate strong" title={name}>
          {name}
        </div>
        <div className={classes['what']} role={isFailed ? 'alert' : undefined}>
          {isFailed ? message : state === 'waiting' ? 'waits to be read' : `being read${done}`}
        </div>
      </div>
      <IconButton
        label={isFailed ? `Remove ${name} from the list` : `Do not read ${name}`}
        icon={IconX}
        onClick={() => (state === 'reading' ? endCall(callId) : forgetFile(callId))}
      />
    </li>
  );
}
