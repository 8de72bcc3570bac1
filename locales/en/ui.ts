/** The messages of the basic components of the design system, on every page. */
export const ui = {
  copy: 'Copy',
  copied: 'Copied',
  optional: 'Optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  loading: 'Loading',
  failedTitle: 'Something went wrong',
  failedText: 'Try again, or contact support with the request ID.',
  offlineTitle: 'You’re offline',
  offlineText: 'We can’t reach Guildhall. This page may be out of date.',
  tryAgain: 'Try again',
  requestId: 'Request ID',
} as const
