/** The display name of an endpoint: its URL without the scheme and without a trailing slash after the host. */
export const endpointName = (url: string): string => url.replace(/^https?:\/\//, '').replace(/^([^/?#]+)\/$/, '$1')
