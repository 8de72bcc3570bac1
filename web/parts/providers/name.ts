import { t } from './messages.ts'

/** The name of a provider by its id; undefined for an unknown id, which may come from a URL. */
export const providerName = (id: string | null | undefined): string | undefined =>
  id !== null && id !== undefined && /^[a-z]+$/.test(id) ? t.find(`names.${id}`) : undefined
