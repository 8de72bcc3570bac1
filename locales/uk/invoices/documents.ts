import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Рахунок', credit_note: 'Коригувальний рахунок' },
  test: 'Тестовий режим: кошти не списано, це не рахунок для вашої бухгалтерії.',
  seller: 'Продавець',
  buyer: 'Покупець',
  taxId: 'Податковий номер {{id}}',
  vatId: 'Номер ПДВ {{id}}',
  issued: 'Дата виставлення',
  supplied: 'Дата постачання',
  corrects: 'До рахунка',
  order: 'Замовлення',
  columns: { description: 'Опис', quantity: 'Кількість', unitAmount: 'Ціна за одиницю', amount: 'Сума' },
  totals: {
    subtotal: 'Проміжний підсумок',
    discount: 'Знижка',
    net: 'Разом без податку',
    tax: 'Податок',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Разом',
    credit: 'Зараховано з балансу',
    writtenOff: 'Не стягується',
    paid: 'Сплачено {{day}}',
    due: 'До сплати',
    refunded: 'Усього повернено',
  },
  reverseCharge: 'Зворотне нарахування (reverse charge): податок сплачує отримувач.',
  taxIncluded: 'Суми рядків включають податок.',
  page: 'Сторінка {{page}} з {{pages}}',
}
