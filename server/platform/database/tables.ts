/**
 * Every table's row type, by table name. It is empty here: each store adds the tables it owns by
 * `declare module '#platform/database/tables.ts' { interface Tables { … } }`, so that the platform knows no business word.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
