import { accountSecured } from './account-secured.ts'
import { changeEmail } from './change-email.ts'
import { deleteAccount } from './delete-account.ts'
import { invitation } from './invitation.ts'
import { newDevice } from './new-device.ts'
import { passwordChanged } from './password-changed.ts'
import { receipt } from './receipt.ts'
import { resetPassword } from './reset-password.ts'
import { verification } from './verification.ts'
import { webhookDisabled } from './webhook-disabled.ts'

/** The letters about accounts. Their values are plain JSON, so that they can wait sealed. */
export const accountEmails = {
  verification,
  resetPassword,
  changeEmail,
  deleteAccount,
  newDevice,
  passwordChanged,
  accountSecured,
  invitation,
} as const

/** Every letter that the product sends, by name. */
export const emails = { receipt, webhookDisabled, ...accountEmails } as const
