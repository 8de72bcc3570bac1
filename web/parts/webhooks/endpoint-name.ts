/** An endpoint's address as people know it: without the scheme and a lone slash at its end. */
export const endpointName = (url: string): string => url.replace(/^https?:\/\//, '').replace(/^([^/?#]+)\/$/, '$1')
