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

/** The account emails. Their values are plain JSON, so that they can be sealed in a queued job. */
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

/** All email templates by name. */
export const emails = { receipt, webhookDisabled, ...accountEmails } as const
