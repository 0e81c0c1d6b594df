import type { CheckSettings } from '../../../../shared/contract/check/check.ts';
import type { PhoneCountry } from '../../../../shared/contract/imports/phone-country.ts';
import { planCheck, type CheckPlan } from '../../../../shared/domain/check/check-plan.ts';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import { withPhoneCountry } from '../../../../shared/domain/mapping/index.ts';
import { openStaged, type StagedRows } from '../../files/staging/staging.ts';
import { phoneCountryOf, postcodeColumnOf } from '../fields/phone-country.ts';
import type { CheckLayer } from './check-layer.ts';
import type { DraftTarget } from './check-messages.ts';
import { layerPathOf, openCheckLayer } from './layer-file.ts';

/** Rows read at once. Between two batches a cancel is noticed. */
export const BATCH = 1000;

export interface DraftRow {
  readonly row: number;
  readonly line: number;
  /** As edited. */
  readonly cells: readonly string[];
  readonly inFile: readonly string[];
}

/** The open files of a draft, and how its rows are judged. */
export interface CheckBasis<Target extends DraftTarget = DraftTarget> {
  readonly target: Target;
  readonly staged: StagedRows;
  readonly layer: CheckLayer;
  readonly settings: CheckSettings;
  readonly country: PhoneCountry;
  readonly plan: CheckPlan;
}

/** Whoever opens it closes `staged` and `layer`. Nothing stays open when it throws. */
export function openBasis<Target extends DraftTarget>(target: Target): CheckBasis<Target> {
  using opened = new DisposableStack();
  const staged = opened.use(openStaged(target.stagedPath));
  const layer = opened.use(openCheckLayer(layerPathOf(target.stagedPath)));
  layer.rows.campaignCode = target.campaignCode;
  const basis = { target, staged, layer, ...rulesOf(target, staged, layer) };
  opened.move();
  return basis;
}

function rulesOf(target: DraftTarget, staged: StagedRows, layer: CheckLayer) {
  const { mapping, fields, earlierCountry: earlier = null } = target;
  const settings = layer.settings();
  const country = phoneCountryOf({ chosen: settings.country, earlier }, mapping, fields, staged);
  const plan = planCheck({
    // As it is sent.
    mapping: withPhoneCountry(mapping, country.value),
    fields,
    settings,
    country: country.value ?? '',
    likely: country.likely ?? '',
    postcodeColumn: postcodeColumnOf(target, staged.reading),
  });
  return { settings, country, plan };
}

/** All rows with their edits, those left out too, in the file's order. */
export function* allRowsOf({ staged, layer }: Pick<CheckBasis, 'staged' | 'layer'>): Generator<DraftRow, void, void> {
  const edits = layer.allEdits();
  try {
    let edited = edits.next();
    for (const batch of staged.iterate(BATCH))
      for (const { row, line, cells: inFile } of batch) {
        const change = !edited.done && edited.value.row === row ? edited.value.edits : null;
        yield { row, line, cells: change === null ? inFile : editedCells(inFile, change), inFile };
        if (change !== null) edited = edits.next();
      }
  } finally {
    edits.return();
  }
}
