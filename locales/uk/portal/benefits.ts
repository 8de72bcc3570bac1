import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Що входить у ваші покупки.',
  empty: 'Переваг поки немає',
  emptyText: 'Тут з’являться завантаження, ліцензійні ключі та членства від продавця {{merchant}}.',
  pendingText: 'Триває підготовка. Оновіть сторінку за хвилину.',
  failedText: 'Підготувати поки не вдалося. Ми пробуємо знову; якщо це затягнеться, зв’яжіться з продавцем.',
  status: { granted: 'Активно', needsYou: 'Потрібна ваша дія', failed: 'Помилка', pending: 'Готується', ended: 'Завершено' },
  keys: {
    name: 'ліцензійний ключ',
    show: 'Показати ліцензійний ключ',
    hide: 'Сховати ліцензійний ключ',
    revoked: 'Відкликано',
    disabled: 'Вимкнено',
    lasting: 'Безстроковий.',
    expires: 'Діє до {{date}}',
    usage: 'Використань: {{usage}} з {{limit}}.',
    activations: 'Активацій: {{used}} з {{limit}}',
    deactivate: 'Деактивувати',
    deactivateOne: 'Деактивувати: {{label}}',
    deactivateTitle: 'Деактивувати «{{label}}»?',
    deactivateText: 'Там ліцензійний ключ перестане працювати. Потім його можна активувати деінде.',
    deactivated: 'Деактивовано: {{label}}',
  },
  downloads: {
    none: 'Файлів поки немає.',
    download: 'Завантажити',
    downloadFile: 'Завантажити {{file}}',
    checksum: 'контрольна сума файлу {{file}}',
  },
  credit: {
    balance: 'Залишилося: {{units}}',
    period: 'Одиниць на період: {{units}}. Залишок згорає разом із ним.',
    rollover: 'Одиниць на період: {{units}}. Залишок переходить на наступний.',
  },
  account: {
    link: 'Прив’язати {{provider}}',
    relink: 'Прив’язати інший акаунт {{provider}}',
    unlink: 'Відв’язати',
    unlinkTitle: 'Відв’язати акаунт {{provider}}?',
    unlinkText: 'Наявний доступ збережеться до свого закінчення. Для нового доступу прив’яжіть акаунт знову.',
    linked: 'Акаунт {{provider}} прив’язано. Доступ з’явиться за хвилину.',
    unlinked: 'Акаунт {{provider}} відв’язано',
    needed: 'Прив’яжіть акаунт {{provider}}, щоб отримати доступ.',
    pending: 'Доступ готується. Оновіть сторінку за хвилину.',
    failed:
      'Не вдалося налаштувати доступ. Перевірте, чи вказаний нижче акаунт {{provider}} справді ваш і чинний, або прив’яжіть інший. Якщо не допоможе, зв’яжіться з продавцем.',
    granted: {
      discord: 'Ви маєте роль у Discord.',
      github: 'Ви маєте доступ до репозиторію. Прийміть запрошення з листа від GitHub.',
    },
    errors: {
      account_taken: 'Цей акаунт {{provider}} прив’язав інший покупець. Увійдіть у {{provider}} під іншим і спробуйте ще раз.',
      try_again: '{{provider}} не відповідає. Спробуйте за хвилину.',
      not_accepted: '{{provider}} не підтверджує ваш акаунт. Спробуйте ще раз.',
      other: 'Акаунт {{provider}} не прив’язано. Спробуйте ще раз.',
    },
  },
}
