import { maybeText } from '#web/shell/pages/search-values.ts'

/** A link of an e-mail that was refused comes back with the reason. */
export const emailSearch = { error: maybeText }
/** A provider that was refused comes back with its name and the reason. */
export const connectionSearch = { error: maybeText, provider: maybeText }
