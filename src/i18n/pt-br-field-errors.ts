/**
 * The hints and errors in Brazilian Portuguese of the card fields, which they show once they are validated. A frame of card fields has no
 * others.
 */
export const ptBrFieldErrors = {
  numberEmpty: 'Digite o número do cartão.',
  numberCharacters: 'Use só os números do cartão.',
  numberLength: 'Confira o número: parece faltar ou sobrar algum dígito.',
  numberChecksum: 'Confira o número: algum dígito não bate.',
  brandsAccepted: 'Aceitamos {accepted}.',
  brandRefused: 'Esta loja não aceita {brand}. Use um cartão {accepted}.',
  holderEmpty: 'Digite o nome como está no cartão.',
  holderDigits: 'Há números no nome. Confira se está como no cartão.',
  holderNumber: 'Parece o número do cartão. Digite o nome como está no cartão.',
  holderEmail: 'Parece um e-mail. Digite o nome como está no cartão.',
  expirationEmpty: 'Digite o mês e o ano da validade, como 08/30.',
  expirationFormat: 'Confira a validade: mês e ano, como 08/30.',
  expirationPast: 'Este cartão já venceu. Confira a validade ou use outro cartão.',
  codeBack: 'Os 3 números no verso do cartão',
  codeFront: 'Os 4 números na frente do cartão',
  codeEmpty: 'Digite o código de segurança.',
  codeLength: 'O código tem {digits} números. Confira no cartão.',
  codeLengthEither: 'O código tem 3 ou 4 números. Confira no cartão.',
};
