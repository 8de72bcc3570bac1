import type { ui as en } from '../en/ui.ts'
import type { Messages } from '../translator.ts'

/** The messages of the basic components of the design system, on every page. */
export const ui: Messages<typeof en> = {
  copy: 'Копировать',
  copied: 'Скопировано',
  optional: 'Необязательно',
  showPassword: 'Показать пароль',
  hidePassword: 'Скрыть пароль',
  loading: 'Загрузка',
  failedTitle: 'Произошла ошибка',
  failedText: 'Попробуйте ещё раз или обратитесь в поддержку и назовите ID запроса.',
  offlineTitle: 'Нет подключения',
  offlineText: 'Нет связи с Guildhall. Эта страница может быть неактуальной.',
  tryAgain: 'Повторить',
  requestId: 'ID запроса',
}
