import type { providerErrors as en } from '../../en/social/errors.ts'
import type { Messages } from '../../translator.ts'

/** The refusals of sign-ins with a provider. The error page, which gets a code in `error=…`, has more detailed messages. */
export const providerErrors: Messages<typeof en> = {
  PROVIDER_NOT_FOUND: 'Diese Anmeldemethode ist auf dieser Website nicht verfügbar.',
  ID_TOKEN_NOT_SUPPORTED: 'Dieser Dienst unterstützt diese Anmeldemethode nicht.',
  USER_EMAIL_NOT_FOUND: 'Der Dienst hat keine E-Mail-Adresse mitgeteilt.',
  PROVIDER_X_IS_NOT_SUPPORTED: 'Dieser Dienst ist auf dieser Website nicht verfügbar.',
  PROVIDER_X_DOES_NOT_SUPPORT_TOKEN_REFRESHING: 'Der Zugriff auf diesen Dienst kann nicht verlängert werden. Verknüpfen Sie ihn erneut.',
  FAILED_TO_GET_A_VALID_ACCESS_TOKEN: 'Der Zugriff auf diesen Dienst ist beendet. Verknüpfen Sie ihn erneut.',
  FAILED_TO_REFRESH_ACCESS_TOKEN:
    'Der Zugriff auf diesen Dienst konnte nicht verlängert werden. Versuchen Sie es noch einmal, oder verknüpfen Sie ihn erneut.',
  ACCOUNT_NOT_LINKED: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich dort an und verknüpfen Sie dann den Dienst.',
  SIGNUP_DISABLED: 'Auf diesem Weg können Sie hier kein Konto erstellen.',
  INVALID_CALLBACK_REQUEST: 'Der Dienst hat eine Antwort gesendet, die wir nicht lesen können. Beginnen Sie noch einmal.',
  STATE_NOT_FOUND:
    'Es hat zu lange gedauert, war bereits abgeschlossen, oder Sie haben in einem anderen Browser begonnen. Beginnen Sie hier noch einmal.',
  PLEASE_RESTART_THE_PROCESS:
    'Es hat zu lange gedauert, war bereits abgeschlossen, oder Sie haben in einem anderen Browser begonnen. Beginnen Sie hier noch einmal.',
  NO_CODE: 'Der Dienst hat nicht mitgeteilt, wer Sie sind. Beginnen Sie noch einmal.',
  OAUTH_PROVIDER_NOT_FOUND: 'Diese Anmeldemethode ist auf dieser Website nicht mehr verfügbar. Melden Sie sich anders an.',
  INVALID_CODE: 'Der Dienst hat nicht bestätigt, wer Sie sind. Beginnen Sie noch einmal.',
  UNABLE_TO_GET_USER_INFO: 'Der Dienst hat nicht mitgeteilt, wer Sie sind. Versuchen Sie es erneut, oder melden Sie sich anders an.',
  EMAIL_NOT_FOUND: 'Der Dienst hat keine E-Mail-Adresse mitgeteilt. Melden Sie sich anders an.',
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER: 'Dieses Konto ist bereits mit einem anderen Konto auf dieser Website verknüpft.',
}
