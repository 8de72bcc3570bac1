import { t } from './messages.ts'

/** The name of one of the known providers by its id, which may come from an address: undefined for whatever else stands there. */
export const providerName = (id: string | null | undefined): string | undefined =>
  id !== null && id !== undefined && /^[a-z]+$/.test(id) ? t.find(`names.${id}`) : undefined
