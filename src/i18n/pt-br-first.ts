/**
 * The texts in Brazilian Portuguese of the first load: the form for a card shows them before any other code is loaded. A placeholder such
 * as `{amount}` is replaced by a value.
 */
export const ptBrFirst = {
  cardForm: 'Cartão de crédito',
  number: 'Número do cartão',
  holder: 'Nome no cartão',
  holderOptional: 'Nome no cartão (opcional)',
  expiration: 'Validade',
  expirationHint: 'MM/AA',
  code: 'Código (CVV)',
  codeEither: '3 números no verso ou 4 na frente',
  pay: 'Pagar {amount}',
  paying: 'Processando o pagamento…',
  methods: 'Forma de pagamento',
  methodSaved: 'Cartões salvos',
  methodCard: 'Cartão',
  methodNewCard: 'Novo cartão',
  methodPix: 'Pix',
  methodBoleto: 'Boleto',
  saveCard: 'Salvar cartão para próximas compras',
  partMissing: 'O pagamento não carregou e nada foi cobrado. Tente de novo ou recarregue a página.',
  reload: 'Recarregar a página',
};
