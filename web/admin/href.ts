/** The path of a page of the administration, or of one resource of it. */
export const adminHref = (name: string, id?: string): string =>
  `/admin${name === '' ? '' : `/${name}`}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`
