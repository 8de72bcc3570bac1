/**
 * The values that a composition gives to modules that cannot import those above them, by name. It is empty here: each module adds its own
 * by `declare module '#platform/bindings.ts' { interface Bindings { … } }`, so that the platform contains no business terms. The platform
 * carries them, so that each server of a process has its own.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Bindings {}
