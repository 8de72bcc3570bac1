/** The refusals that every page can meet, and what happens before a server answers. Kept few: the public pages carry them. */
export const publicErrors = {
  INVALID_EMAIL: 'This is not an e-mail address.',
  INVALID_ORIGIN: 'This address may not be used to sign in. Open Guildhall at its own address.',
  VALIDATION_ERROR: 'Check the marked fields.',
  RequestValidationError: 'Check the marked fields.',
  ResourceNotFound: 'This does not exist, or belongs to another organization.',
  NETWORK: 'Guildhall could not be reached. Check your connection and try again.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a moment and try again.',
  UNEXPECTED: 'Something failed on our side. Nothing was changed. Try again.',
} as const
