/** The page for a path without a page, outside of the dashboard. */
export const notFound = {
  title: 'Page not found',
  text: 'The link may be outdated or mistyped.',
  home: 'Go to the dashboard',
} as const
