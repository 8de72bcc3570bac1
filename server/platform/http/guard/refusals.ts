import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals of the server itself. On /api/auth the code of a PascalCase entry is derived from its sentence. */
export const refusals = defineRefusals({
  Unauthorized: { status: 401, sentence: 'Not authenticated' },
  invalidToken: { status: 401, sentence: 'The access token is unknown, expired or revoked.', code: 'invalid_token' },
  insufficientScope: { status: 403, sentence: 'The access token lacks a scope.', code: 'insufficient_scope' },
  BorrowedSession: { status: 403, sentence: 'An impersonation session cannot do this: the result would outlive the session.' },
  NotPermitted: { status: 403, sentence: 'Not permitted' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  BadRequest: { status: 400, sentence: 'The request cannot be read' },
  PayloadTooLarge: { status: 413, sentence: 'The body is too large' },
  UnsupportedMediaType: { status: 415, sentence: 'Unsupported media type' },
  TooManyRequests: { status: 429, sentence: 'Too many requests. Please try again later.' },
  InternalServerError: { status: 500, sentence: 'Internal Server Error' },
  InsufficientStorage: { status: 507, sentence: 'Nothing can be written just now: the disk is full. Try again later.' },
  ServiceUnavailable: { status: 503, sentence: 'The server cannot answer just now. Try again.' },
})

/** Refusals of /api/auth alone. */
export const authRefusals = defineRefusals({
  impersonationSession: { status: 403, sentence: 'You are acting for somebody else' },
  INVALID_ORIGIN: { status: 403, sentence: 'Invalid origin' },
  INVALID_CALLBACKURL: { status: 403, sentence: 'Invalid callbackURL' },
  INVALID_REDIRECTURL: { status: 403, sentence: 'Invalid redirectURL' },
  INVALID_ERRORCALLBACKURL: { status: 403, sentence: 'Invalid errorCallbackURL' },
  INVALID_NEWUSERCALLBACKURL: { status: 403, sentence: 'Invalid newUserCallbackURL' },
  invalidBody: { status: 400, sentence: 'Invalid body parameters', code: 'VALIDATION_ERROR' },
  invalidQuery: { status: 400, sentence: 'Invalid query parameters', code: 'VALIDATION_ERROR' },
})
