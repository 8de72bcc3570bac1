/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors = {
  INVALID_EMAIL: 'Enter a valid e-mail address.',
  INVALID_ORIGIN: 'You can’t sign in from this URL. Open Guildhall’s own URL.',
  VALIDATION_ERROR: 'Check the highlighted fields.',
  RequestValidationError: 'Check the highlighted fields.',
  ResourceNotFound: 'This doesn’t exist, or belongs to another organization.',
  NETWORK: 'We can’t reach Guildhall. Check your connection and try again.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a moment and try again.',
  UNEXPECTED: 'Something went wrong on our side. Nothing was changed. Try again.',
  unknown: 'This wasn’t accepted. Try again, or contact support with this code: {{code}}.',
} as const
