import { IconDownload, IconFileImport, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Template } from '../../../../../shared/contract/imports/templates.ts';
import { call, CallError, useChannel, useChannelMutation, useSave } from '../../../bridge/index.ts';
import {
  ConfirmDialog,
  FailureNote,
  IconButton,
  NameDialog,
  SecondaryButton,
  startWork,
  toast,
} from '../../../ui/index.ts';
import { fileNameOf, listWords, offerWords } from './template-words.ts';
import classes from './Templates.module.css';

/** The templates of this account, of all campaigns: to rename, to remove, to save as a file and to read from one. */
export function TemplateList({ hasLine }: { readonly hasLine: boolean }) {
  const list = useChannel('template:list', { campaignCode: null });
  const remove = useChannelMutation('template:remove');
  const rename = useChannelMutation('template:rename');
  const read = useChannelMutation('template:import');
  const { save } = useSave();
  const [leaving, setLeaving] = useState<Template | null>(null);
  const [naming, setNaming] = useState<Template | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const templates = list.data?.templates ?? [];
  const shown = failure ?? remove.error ?? list.error;

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error);
    }
  }

  async function saveAsFile(template: Template): Promise<void> {
    const saved = await save(fileNameOf(template), ({ token }) =>
      call('template:export', { templateId: template.id, token }),
    );
    if (saved !== null) toast(`“${template.name}” is saved as ${saved.name}.`);
  }

  async function readFromFile(): Promise<void> {
    const { file } = await call('host:chooseFile', { wanted: 'template' });
    if (file === null) return;
    const template = await read.mutateAsync({ token: file.token });
    toast(`Template “${template.name}” is saved.`, template.staysHere === true ? offerWords(template) : undefined);
  }

  return (
    <section className={classes['kept']} data-line={hasLine || undefined} aria-label="Templates">
      {templates.length === 0 && list.data !== undefined && (
        <p className={classes['none']}>
          No templates yet. A template keeps mapping, country, rules and plan of an import for the next file of the same
          supplier: save one at the step Columns or Plan, or from the menu of a job.
        </p>
      )}
      {templates.length > 0 && (
        // Styled lists lose their role in some readers.
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles
        <ul role="list" className={classes['templates']}>
          {templates.map((template) => (
            <li key={template.id}>
              <div>
                <strong title={template.name}>{template.name}</strong>
                <span>{listWords(template)}</span>
              </div>
              {template.isDamaged !== true && (
                <>
                  <IconButton label={`Rename ${template.name}`} icon={IconPencil} onClick={() => setNaming(template)} />
                  <IconButton
                    label={`Save ${template.name} as a file`}
                    icon={IconDownload}
                    onClick={() => startWork(() => attempt(() => saveAsFile(template)))}
                  />
                </>
              )}
              <IconButton label={`Remove ${template.name}`} icon={IconTrash} onClick={() => setLeaving(template)} />
            </li>
          ))}
        </ul>
      )}
      <FailureNote failure={shown} />
      <SecondaryButton icon={IconFileImport} onClick={() => startWork(() => attempt(readFromFile))}>
        Read from a file
      </SecondaryButton>
      <NameDialog
        opened={naming !== null}
        title="Rename this template"
        name={naming?.name ?? ''}
        confirmLabel="Rename"
        work={rename}
        onClose={() => {
          setNaming(null);
          // The next name has not failed.
          rename.reset();
        }}
        onConfirm={(name) =>
          naming !== null && rename.mutate({ templateId: naming.id, name }, { onSuccess: () => setNaming(null) })
        }
      />
      <ConfirmDialog
        opened={leaving !== null}
        title={`Remove “${leaving?.name ?? ''}”?`}
        confirmLabel="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          leaving !== null && remove.mutate({ templateId: leaving.id }, { onSettled: () => setLeaving(null) })
        }
        onClose={() => setLeaving(null)}
      >
        It will not be offered for new files; in a team it goes for everybody. Imports that used it stay as they are.
        This cannot be undone; save it as a file first to keep it.
      </ConfirmDialog>
    </section>
  );
}
