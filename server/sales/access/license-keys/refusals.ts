import { defineRefusals } from '#kernel/refusal.ts'

export const licenseKeyRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  BadRequest: { status: 400, sentence: 'The license key has not enough usage left.' },
  NotPermitted: { status: 403, sentence: 'The license key cannot be activated.' },
  AlreadyRevokedLicenseKey: { status: 403, sentence: 'The license key is revoked already.' },
})
