import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Счёт', credit_note: 'Корректировочный счёт' },
  test: 'Тестовый режим: деньги не списаны, этот счёт не для бухгалтерии.',
  seller: 'Продавец',
  buyer: 'Покупатель',
  taxId: 'Налоговый номер {{id}}',
  vatId: 'Номер НДС {{id}}',
  issued: 'Дата выставления',
  supplied: 'Дата поставки',
  corrects: 'К счёту',
  order: 'Заказ',
  columns: { description: 'Описание', quantity: 'Кол-во', unitAmount: 'Цена за ед.', amount: 'Сумма' },
  totals: {
    subtotal: 'Промежуточный итог',
    discount: 'Скидка',
    net: 'Итого без налога',
    tax: 'Налог',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Итого',
    credit: 'Зачтено с баланса',
    writtenOff: 'Не взимается',
    paid: 'Оплачено {{day}}',
    due: 'К оплате',
    refunded: 'Всего возвращено',
  },
  reverseCharge: 'Обратное начисление (reverse charge): налог уплачивает покупатель.',
  taxIncluded: 'Суммы в строках указаны с налогом.',
  page: 'Страница {{page}} из {{pages}}',
}
