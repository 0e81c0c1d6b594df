import {
  IconDatabaseExport,
  IconFileImport,
  IconGauge,
  IconHelp,
  IconListCheck,
  IconPlugConnected,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import type { PageName } from './navigation.ts';

export const pageIcons: Record<PageName, TablerIcon> = {
  import: IconFileImport,
  jobs: IconListCheck,
  export: IconDatabaseExport,
  segments: IconUsersGroup,
  quota: IconGauge,
  account: IconPlugConnected,
  help: IconHelp,
};
