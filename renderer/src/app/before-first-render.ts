import { setNonce } from 'get-nonce';
import { z } from 'zod';
import { applyScheme, rememberedScheme, resolveScheme } from '../lib/color-scheme.ts';
import { styleNonce } from '../lib/nonce.ts';

/**
 * Imported first by the entry: what must be set before any component is created.
 * Dialogs add a style element of their own for the scroll lock and take the nonce from get-nonce; zod would otherwise
 * call `new Function`, which the content security policy reports.
 */
setNonce(styleNonce());
z.config({ jitless: true });
applyScheme(resolveScheme(rememberedScheme()));
