import type { accountErrors as en } from '../en/errors-account.ts'
import type { Messages } from '../translator.ts'
import { signInErrors } from './sign-in/errors-sign-in.ts'
import { signUpErrors } from './sign-in/errors-sign-up.ts'

/** The refusals on the account pages, besides those of every page behind the sign-in. */
export const accountErrors: Messages<typeof en> = {
  ACCESS_TOKEN_NOT_FOUND: 'Der Zugriff auf diesen Dienst ist beendet. Verknüpfen Sie ihn erneut.',
  ...signInErrors,
  ...signUpErrors,
  INVALID_PASSWORD: 'Das Passwort ist falsch.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'Dieses Konto hat noch kein Passwort. Legen Sie mit „Passwort vergessen?“ eines fest.',
  USER_ALREADY_HAS_A_PASSWORD: 'Dieses Konto hat bereits ein Passwort.',
  EITHER_USERID_OR_SESSION_IS_REQUIRED: 'Melden Sie sich zuerst an, oder übergeben Sie eine userId.',
  YOU_ARE_ACTING_FOR_SOMEBODY_ELSE: 'Dies darf nur, wem das Konto gehört. Beenden Sie zuerst die Stellvertretung.',
  CHANGE_EMAIL_IS_DISABLED: 'Auf dieser Website können E-Mail-Adressen nicht geändert werden.',
  EMAIL_IS_THE_SAME: 'Dies ist bereits Ihre E-Mail-Adresse.',
  COULDNT_UPDATE_YOUR_EMAIL: 'Sie können diese E-Mail-Adresse nicht verwenden. Wählen Sie eine andere.',
  UNAUTHORIZED: 'Melden Sie sich bei dem Konto an, an das wir den Link gesendet haben, und öffnen Sie ihn erneut.',
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
  EMAIL_CAN_NOT_BE_UPDATED: 'Ändern Sie Ihre E-Mail-Adresse auf der Seite „E-Mail“.',
  SESSION_IS_NOT_FRESH: 'Ihre Anmeldung liegt länger zurück. Geben Sie Ihr Passwort erneut ein.',
  SESSION_NOT_FOUND: 'Diese Sitzung ist bereits beendet.',
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION:
    'Ihre Anmeldung liegt länger zurück. Melden Sie sich erneut an und versuchen Sie es noch einmal.',
  FAILED_TO_GET_USER_INFO: 'Melden Sie sich bei dem Konto an, an das wir den Link gesendet haben, und öffnen Sie ihn erneut.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'Sie sind der einzige Inhaber einer Organisation. Übertragen Sie zuerst die Inhaberschaft, oder löschen Sie die Organisation.',
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: 'Dies ist Ihre einzige Anmeldemethode. Fügen Sie zuerst eine andere hinzu.',
  ACCOUNT_NOT_FOUND: 'Diese Anmeldemethode ist nicht mehr verknüpft.',
  INVALID_CALLBACKURL: 'Die Ziel-URL des Links ist nicht erlaubt.',
  INVALID_REDIRECTURL: 'Die Ziel-URL des Links ist nicht erlaubt.',
  INVALID_ERRORCALLBACKURL: 'Die Ziel-URL des Links ist nicht erlaubt.',
  INVALID_NEWUSERCALLBACKURL: 'Die Ziel-URL des Links ist nicht erlaubt.',
  YOU_ARE_THE_ONLY_ADMINISTRATOR_OF_THE_PLATFORM: 'Sie sind der einzige Administrator. Geben Sie zuerst jemand anderem die Rolle.',
}
