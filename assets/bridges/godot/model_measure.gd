@tool
extends RefCounted
## Measures imported models: metres, Y up, skinned meshes in rest pose.


## Result of the import of a scene, or of a mesh, which Godot creates from an OBJ.
static func measure(resource: Resource) -> Dictionary:
	var found := {"low": Vector3.INF, "high": -Vector3.INF, "textures": {}, "objects": [], "clips": [], "armature": null}
	if resource is PackedScene:
		var root: Node = resource.instantiate()
		_visit(root, Transform3D.IDENTITY, found)
		root.free()
	elif resource is Mesh:
		_measure_mesh(resource, Transform3D.IDENTITY, found)
		found["objects"].append(resource.resource_path.get_file().get_basename())
	var size: Vector3 = found["high"] - found["low"]
	var is_there := size.is_finite()
	return {
		"objects": found["objects"],
		"dimensions": [size.x, size.y, size.z] if is_there else null,
		"linked": found["textures"].size(),
		"missing": [],
		"clips": found["clips"],
		"armature": found["armature"],
		"warnings": [] if is_there else ["The file contains no geometry."],
	}


static func _visit(node: Node, above: Transform3D, found: Dictionary) -> void:
	var place := above * node.transform if node is Node3D else above
	found["objects"].append(str(node.name))
	if node is MeshInstance3D and node.mesh != null:
		_measure_mesh(node.mesh, place, found)
		for index in range(node.get_surface_override_material_count()):
			_list_textures(node.get_surface_override_material(index), found)
	elif node is Skeleton3D and found["armature"] == null:
		found["armature"] = str(node.name)
	elif node is AnimationPlayer:
		for clip in node.get_animation_list():
			# Godot adds a clip that resets all others.
			if clip != "RESET":
				found["clips"].append(clip)
	for child in node.get_children():
		_visit(child, place, found)


static func _measure_mesh(mesh: Mesh, place: Transform3D, found: Dictionary) -> void:
	for point in place * mesh.get_faces():
		var low: Vector3 = found["low"]
		var high: Vector3 = found["high"]
		found["low"] = Vector3(minf(low.x, point.x), minf(low.y, point.y), minf(low.z, point.z))
		found["high"] = Vector3(maxf(high.x, point.x), maxf(high.y, point.y), maxf(high.z, point.z))
	for index in range(mesh.get_surface_count()):
		_list_textures(mesh.surface_get_material(index), found)


static func _list_textures(material: Material, found: Dictionary) -> void:
	if material == null:
		return
	for property in material.get_property_list():
		if property["type"] == TYPE_OBJECT:
			var value: Variant = material.get(property["name"])
			if value is Texture2D:
				found["textures"][value.get_rid()] = true
