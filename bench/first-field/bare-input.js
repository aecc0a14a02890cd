/** The page that every other is compared with: one script that makes one field. */
const field = document.createElement('input');
field.name = 'number';
field.inputMode = 'numeric';
document.body.append(field);
