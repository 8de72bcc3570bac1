/** Whether the text is the origin of a web page: `https://shop.example`, without a path. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return false
  // A URL's host may contain characters that mean something in the `frame-ancestors` of a policy.
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname) && url.origin === text.toLowerCase()
}
