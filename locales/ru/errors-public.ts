import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Введите правильный адрес электронной почты.',
  INVALID_ORIGIN: 'С этого URL войти нельзя. Откройте собственный URL Guildhall.',
  VALIDATION_ERROR: 'Проверьте выделенные поля.',
  RequestValidationError: 'Проверьте выделенные поля.',
  ResourceNotFound: 'Ничего не найдено, или это принадлежит другой организации.',
  NETWORK: 'Нет связи с Guildhall. Проверьте подключение и попробуйте ещё раз.',
  TOO_MANY_REQUESTS: 'Слишком много попыток. Подождите немного и попробуйте ещё раз.',
  UNEXPECTED: 'Произошла ошибка на нашей стороне. Ничего не изменено. Попробуйте ещё раз.',
  unknown: 'Запрос не принят. Попробуйте ещё раз или обратитесь в поддержку и назовите код: {{code}}.',
}
