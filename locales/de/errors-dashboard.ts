import type { dashboardErrors as en } from '../en/errors-dashboard.ts'
import type { Messages } from '../translator.ts'
import { publicErrors } from './errors-public.ts'

/** The refusals on every page behind the sign-in. */
export const dashboardErrors: Messages<typeof en> = {
  ...publicErrors,
  lacks: {
    'products:write': 'Ihre Rolle darf keine Produkte erstellen oder ändern. Fragen Sie einen Inhaber oder Admin.',
    'checkouts:write': 'Ihre Rolle darf keine Zahlungsseiten erstellen. Fragen Sie einen Inhaber oder Admin.',
    'refunds:write': 'Mit Ihrer Rolle können Sie nichts erstatten. Fragen Sie einen Inhaber oder Admin.',
    'webhooks:write': 'Ihre Rolle darf keine Webhooks erstellen oder ändern. Fragen Sie einen Inhaber oder Admin.',
    'organizations:write': 'Ihre Rolle darf diese Organisation und ihre API-Tokens nicht ändern. Fragen Sie einen Inhaber oder Admin.',
  },
  NOT_FOUND: 'Dies existiert nicht.',
  FAILED_TO_GET_SESSION: 'Sie wurden abgemeldet. Melden Sie sich erneut an.',
  ORGANIZATION_ALREADY_EXISTS: 'Diese URL ist vergeben. Wählen Sie eine andere.',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: 'Sie können keine Organisationen erstellen.',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 'Sie haben die Höchstzahl an Organisationen erreicht.',
  SLUG_IS_TAKEN: 'Diese URL ist vergeben. Wählen Sie eine andere.',
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 'Sie sind kein Mitglied dieser Organisation.',
  MEMBER_NOT_FOUND: 'Diese Person ist kein Mitglied der Organisation.',
  BorrowedSession:
    'Während einer Stellvertretung geht dies nicht, denn das Ergebnis würde sie überdauern. Beenden Sie zuerst die Stellvertretung.',
  NotPermitted: 'Ihre Rolle erlaubt dies nicht. Fragen Sie einen Inhaber oder Admin.',
  Unauthorized: 'Sie sind abgemeldet. Melden Sie sich erneut an.',
  LimitReached: 'Die Höchstzahl ist erreicht. Löschen Sie zuerst einen Eintrag, oder bitten Sie den Betreiber, sie zu erhöhen.',
  PaymentError: 'Die Karte wurde abgelehnt. Es wurde nichts abgebucht.',
  RefundAmountTooHigh: 'Der Betrag ist höher als das, was noch erstattet werden kann. Laden Sie die Seite neu.',
  RefundedAlready: 'Von dieser Bestellung kann nichts mehr erstattet werden.',
  NotPaidOrder: 'Nur eine bezahlte Bestellung kann erstattet werden.',
  RevokeSubscriptionBenefitsProhibited: 'Leistungen eines Abonnements enden mit ihm: Kündigen Sie das Abonnement.',
  NotOpenCheckout: 'Diese Zahlungsseite ist nicht mehr offen.',
  ResourceUnavailable: 'Das ist nicht mehr verfügbar.',
  ExpiredCheckoutError: 'Diese Zahlungsseite ist abgelaufen. Es wurde nichts abgebucht.',
  invalid_token: 'Dieses API-Token ist unbekannt, abgelaufen oder gelöscht.',
  insufficient_scope: 'Diesem API-Token fehlt das nötige Recht.',
  BadRequest: 'Im aktuellen Zustand ist dies nicht möglich.',
  PayloadTooLarge: 'Dies ist zu groß zum Senden.',
  UnsupportedMediaType: 'Diese Art von Inhalt wird nicht unterstützt.',
  TooManyRequests: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  InternalServerError: 'Bei uns ist etwas schiefgelaufen. Es wurde nichts geändert. Versuchen Sie es erneut.',
  InsufficientStorage: 'Der Server hat keinen Speicherplatz mehr. Ihre Daten sind sicher. Versuchen Sie es später erneut.',
  ServiceUnavailable: 'Guildhall ist ausgelastet oder startet gerade. Versuchen Sie es gleich noch einmal.',
  IdempotencyKeyReused: 'Dies wurde mit anderem Inhalt gesendet. Laden Sie die Seite neu und versuchen Sie es erneut.',
  IdempotencyKeyInUse: 'Dies wird gerade verarbeitet. Warten Sie einen Moment und sehen Sie noch einmal nach.',
  IdempotencyAnswerLost:
    'Dies wurde verarbeitet, aber die Antwort kann nicht mehr angezeigt werden. Laden Sie die Seite neu, um das Ergebnis zu sehen.',
}
