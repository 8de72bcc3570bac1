/**
 * Every table's row type by table name. It is empty here: each store adds its tables by `declare module '#platform/database/tables.ts'
 * { interface Tables { … } }`, so that the platform contains no business terms.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
