/** What `/forms/post` answers. Compat: suites fill in the fields by their names and values. */
export const orderForm = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Order a pizza</title>
</head>
<body>
<h1>Order a pizza</h1>
<p>What you order is posted to <code>/post</code>, and comes back as JSON.</p>
<form method="post" action="/post">
<p><label>Name: <input name="custname" autocomplete="name"></label></p>
<p><label>Telephone: <input type="tel" name="custtel" autocomplete="tel"></label></p>
<p><label>E-mail: <input type="email" name="custemail" autocomplete="email"></label></p>
<fieldset>
<legend>Size</legend>
<p><label><input type="radio" name="size" value="small"> Small</label></p>
<p><label><input type="radio" name="size" value="medium"> Medium</label></p>
<p><label><input type="radio" name="size" value="large"> Large</label></p>
</fieldset>
<fieldset>
<legend>Toppings</legend>
<p><label><input type="checkbox" name="topping" value="bacon"> Bacon</label></p>
<p><label><input type="checkbox" name="topping" value="cheese"> Cheese</label></p>
<p><label><input type="checkbox" name="topping" value="onion"> Onion</label></p>
<p><label><input type="checkbox" name="topping" value="mushroom"> Mushrooms</label></p>
</fieldset>
<p><label>Wanted at: <input type="time" name="delivery" min="11:00" max="21:00" step="900"></label></p>
<p><label>Anything to tell the courier: <textarea name="comments"></textarea></label></p>
<p><button>Order</button></p>
</form>
</body>
</html>
`;
