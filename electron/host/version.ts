declare const __PRODUCT_VERSION__: string | undefined;

/** The build sets it; `source` for a host that runs from its sources. */
export const productVersion: string = typeof __PRODUCT_VERSION__ === 'string' ? __PRODUCT_VERSION__ : 'source';
