import { fileFailure, FileTrouble } from '../files/foundation/file-trouble.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import type { AccountExports } from './account-exports.ts';
import { type Datasets, refuseMissed, refuseOlder } from './dataset/datasets.ts';
import { serviceTime } from './queries/point-reached.ts';
import { knownZone } from '../../../shared/domain/service/service-time.ts';

type DatasetChannel = 'export:openDataset' | 'export:saveDataset';

/** The channels of datasets: a folder is held, the leads are fetched as for any export, and then put into it. */
export function datasetHandlers(
  exports: AccountExports,
  datasets: Datasets,
  services: FeatureServices,
  session: AccountSession,
): Handlers<DatasetChannel> {
  return {
    'export:openDataset': async ({ token, query, mode }) => {
      const { path } = services.grantedFile(token, 'folder');
      try {
        return datasets.open(path, query, mode);
      } catch (error) {
        throw fileFailure(error);
      }
    },

    'export:saveDataset': async ({ datasetId, exportId, callId, isWhole = false }, { signal }) => {
      using dataset = datasets.take(datasetId);
      using _reading = await exports.book.reading([exportId], () => exports.book.record(exportId));
      const record = exports.book.record(exportId);
      if (record.state !== 'complete') throw fileFailure(incomplete());
      const { clock } = services;
      const zone = knownZone(session.account.dialect.timeZone);
      const shownAt = (instant: number) => serviceTime(instant + (session.api.quota().clockOffset ?? 0), zone);
      const shownBefore = dataset.writtenAt === null ? null : shownAt(dataset.writtenAt);
      refuseAsFile(() => {
        if (isWhole) refuseOlder(dataset, record.answer, shownBefore);
        else refuseMissed(dataset, shownBefore);
      });
      return await exports.results.ask(
        {
          kind: 'dataset',
          path: exports.book.resultPath(exportId),
          ...dataset.plan,
          isWhole,
          paths: record.columns.map((column) => column.path),
          zone,
          shownBefore,
          askedAt: shownAt(record.startedAt),
          writtenAt: new Date(clock.wallNow()).toISOString(),
        },
        {
          signal,
          onProgress: (rows, rowsTotal) => {
            if (callId !== undefined) services.emit('save:progress', { callId, rows, rowsTotal });
          },
        },
      );
    },
  };
}

function refuseAsFile(refuse: () => void): void {
  try {
    refuse();
  } catch (error) {
    throw fileFailure(error);
  }
}

function incomplete(): FileTrouble {
  return new FileTrouble(
    'notWritten',
    'Leads are missing in this result, so the dataset was not changed. Start the export again.',
  );
}
