import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open, apart from the palette itself, which comes after the first page. */
export const [paletteStore, palette] = createSpotlight();
