/** An address that leads nowhere, on a public page. */
export const notFound = {
  title: 'There is nothing at this address',
  text: 'The link may be old, or a letter is missing.',
  home: 'Go to the dashboard',
} as const
